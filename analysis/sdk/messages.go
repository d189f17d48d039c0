package sdk

// messages are the types of what arrives from a queue: a loop of a program that takes
// one after the other is where its work begins, one piece a message.
// Sources: the documentation of the package in each name.
var messages = map[string]bool{
	"github.com/rabbitmq/amqp091-go.Delivery":                                      true,
	"github.com/streadway/amqp.Delivery":                                           true,
	"github.com/IBM/sarama.ConsumerMessage":                                        true,
	"github.com/Shopify/sarama.ConsumerMessage":                                    true,
	"github.com/segmentio/kafka-go.Message":                                        true,
	"github.com/confluentinc/confluent-kafka-go/kafka.Message":                     true,
	"github.com/nats-io/nats.go.Msg":                                               true,
	"github.com/nats-io/nats.go/jetstream.Msg":                                     true,
	"github.com/ThreeDotsLabs/watermill/message.Message":                           true,
	"github.com/redis/go-redis.Message":                                            true,
	"github.com/go-redis/redis.Message":                                            true,
	"github.com/Azure/go-amqp.Message":                                             true,
	"github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus.ReceivedMessage": true,
	"cloud.google.com/go/pubsub.Message":                                           true,
}

// IsMessage reports whether a type, by its full name, is that of a message.
func IsMessage(typeName string) bool { return messages[withoutMajor(typeName)] }
