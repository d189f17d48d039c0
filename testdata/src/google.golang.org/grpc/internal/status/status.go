// Package status holds the type that google.golang.org/grpc/status is an alias of.
package status

import "google.golang.org/grpc/codes"

type Status struct{}

func (s *Status) Code() codes.Code
func (s *Status) Message() string
func (s *Status) Err() error
