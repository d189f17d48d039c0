// Package status holds the signatures of google.golang.org/grpc/status that tests use.
package status

import (
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/internal/status"
)

type Status = status.Status

func New(c codes.Code, msg string) *Status
func Newf(c codes.Code, format string, a ...any) *Status
func Error(c codes.Code, msg string) error
func Errorf(c codes.Code, format string, a ...any) error
func FromError(err error) (s *Status, ok bool)
func Convert(err error) *Status
func Code(err error) codes.Code
