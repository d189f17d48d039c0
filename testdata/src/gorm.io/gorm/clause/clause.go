package clause

type Expression interface{ Build(Builder) }

type Builder interface{ WriteByte(byte) error }
