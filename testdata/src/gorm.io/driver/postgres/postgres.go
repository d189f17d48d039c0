package postgres

import "gorm.io/gorm"

func Open(dsn string) gorm.Dialector
