// Package file holds the signatures of github.com/knadh/koanf/providers/file that tests
// use.
package file

type File struct{}

func Provider(path string) *File
func (*File) Read() (map[string]any, error)
