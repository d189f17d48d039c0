module conformance.test/gorm-mysql

go 1.26.0

require gorm.io/driver/mysql v1.6.0

require gorm.io/gorm v1.31.2

require (
	filippo.io/edwards25519 v1.1.0 // indirect
	github.com/go-sql-driver/mysql v1.8.1 // indirect
	github.com/jinzhu/inflection v1.0.0 // indirect
	github.com/jinzhu/now v1.1.5 // indirect
	golang.org/x/text v0.20.0 // indirect
)
