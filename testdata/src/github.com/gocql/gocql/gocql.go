// Package gocql holds the signatures of github.com/gocql/gocql that tests use.
package gocql

import "time"

type (
	RetryableQuery interface{ Attempts() int }

	RetryPolicy interface {
		Attempt(RetryableQuery) bool
		GetRetryType(error) RetryType
	}

	RetryType   uint16
	Consistency uint16
	BatchType   byte
)

type SimpleRetryPolicy struct{ NumRetries int }

func (s *SimpleRetryPolicy) Attempt(q RetryableQuery) bool
func (s *SimpleRetryPolicy) GetRetryType(err error) RetryType

type ExponentialBackoffRetryPolicy struct {
	NumRetries int
	Min, Max   time.Duration
}

func (e *ExponentialBackoffRetryPolicy) Attempt(q RetryableQuery) bool
func (e *ExponentialBackoffRetryPolicy) GetRetryType(err error) RetryType

type DowngradingConsistencyRetryPolicy struct{ ConsistencyLevelsToTry []Consistency }

func (d *DowngradingConsistencyRetryPolicy) Attempt(q RetryableQuery) bool
func (d *DowngradingConsistencyRetryPolicy) GetRetryType(err error) RetryType

type ClusterConfig struct {
	Hosts       []string
	Timeout     time.Duration
	RetryPolicy RetryPolicy
}

func NewCluster(hosts ...string) *ClusterConfig

func (cfg *ClusterConfig) CreateSession() (*Session, error)

type Session struct{ cfg ClusterConfig }

func NewSession(cfg ClusterConfig) (*Session, error)

func (s *Session) Query(stmt string, values ...interface{}) *Query
func (s *Session) NewBatch(typ BatchType) *Batch
func (s *Session) ExecuteBatch(batch *Batch) error
func (s *Session) ExecuteBatchCAS(batch *Batch, dest ...interface{}) (applied bool, iter *Iter, err error)
func (s *Session) MapExecuteBatchCAS(batch *Batch, dest map[string]interface{}) (applied bool, iter *Iter, err error)

type Query struct{ stmt string }

func (q *Query) RetryPolicy(r RetryPolicy) *Query
func (q *Query) Exec() error
func (q *Query) Iter() *Iter
func (q *Query) Scan(dest ...interface{}) error
func (q *Query) MapScan(m map[string]interface{}) error
func (q *Query) ScanCAS(dest ...interface{}) (applied bool, err error)
func (q *Query) MapScanCAS(dest map[string]interface{}) (applied bool, err error)

type Batch struct{ Type BatchType }

func (b *Batch) RetryPolicy(r RetryPolicy) *Batch

type Iter struct{ err error }
