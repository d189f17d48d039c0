// Package sarama holds the signatures of github.com/IBM/sarama that tests use.
package sarama

import "time"

type Config struct {
	Admin struct {
		Retry struct {
			Max     int
			Backoff time.Duration
		}
	}
	Producer struct {
		Retry struct {
			Max     int
			Backoff time.Duration
		}
	}
}

type (
	Client        interface{ Closed() bool }
	Broker        struct{}
	TopicDetail   struct{ NumPartitions int32 }
	TopicMetadata struct{ Name string }

	ProducerMessage struct{ Topic string }
	ConsumerMessage struct{ Topic string }

	PartitionConsumer interface {
		Messages() <-chan *ConsumerMessage
	}

	AsyncProducer interface {
		Input() chan<- *ProducerMessage
	}

	SyncProducer interface {
		SendMessage(msg *ProducerMessage) (partition int32, offset int64, err error)
		SendMessages(msgs []*ProducerMessage) error
	}

	ClusterAdmin interface {
		CreateTopic(topic string, detail *TopicDetail, validateOnly bool) error
		DeleteTopic(topic string) error
		ListTopics() (map[string]TopicDetail, error)
		DescribeTopics(topics []string) (metadata []*TopicMetadata, err error)
		CreatePartitions(topic string, count int32, assignment [][]int32, validateOnly bool) error
		DescribeCluster() (brokers []*Broker, controllerID int32, err error)
	}
)

func NewConfig() *Config

func NewClient(addrs []string, conf *Config) (Client, error)

func NewSyncProducer(addrs []string, config *Config) (SyncProducer, error)

func NewSyncProducerFromClient(client Client) (SyncProducer, error)

func NewAsyncProducer(addrs []string, conf *Config) (AsyncProducer, error)

func NewAsyncProducerFromClient(client Client) (AsyncProducer, error)

func NewClusterAdmin(addrs []string, conf *Config) (ClusterAdmin, error)

func NewClusterAdminFromClient(client Client) (ClusterAdmin, error)
