// Package koanf holds the signatures of github.com/knadh/koanf/v2 that tests use.
package koanf

type (
	Koanf    struct{}
	Provider interface {
		Read() (map[string]any, error)
	}
	Parser interface {
		Unmarshal([]byte) (map[string]any, error)
	}
	Option func()
)

func New(delim string) *Koanf
func (ko *Koanf) Load(p Provider, pa Parser, opts ...Option) error
func (ko *Koanf) String(path string) string
func (ko *Koanf) Unmarshal(path string, o any) error
