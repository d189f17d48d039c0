module conformance.test/streadway-amqp

go 1.26.0

require github.com/streadway/amqp v1.1.0
