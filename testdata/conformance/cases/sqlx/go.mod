module conformance.test/sqlx

go 1.26

require github.com/jmoiron/sqlx v1.4.0

require github.com/lib/pq v1.12.3
