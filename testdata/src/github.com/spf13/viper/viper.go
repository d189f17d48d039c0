// Package viper holds the signatures of github.com/spf13/viper that tests use.
package viper

import (
	"strings"

	"github.com/spf13/pflag"
)

type (
	Viper               struct{}
	DecoderConfigOption func()
)

func New() *Viper
func GetString(key string) string
func SetDefault(key string, value any)
func BindEnv(input ...string) error
func AutomaticEnv()
func SetEnvPrefix(in string)
func SetEnvKeyReplacer(r *strings.Replacer)
func SetConfigName(in string)
func AddConfigPath(in string)
func ReadInConfig() error
func BindPFlag(key string, flag *pflag.Flag) error
func BindPFlags(flags *pflag.FlagSet) error
func Unmarshal(rawVal any, opts ...DecoderConfigOption) error

func (v *Viper) GetString(key string) string
