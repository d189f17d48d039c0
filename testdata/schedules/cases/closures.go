package cases

import (
	"context"
	"time"

	"github.com/avast/retry-go/v4"
	backoffv4 "github.com/cenkalti/backoff/v4"
	"github.com/cenkalti/backoff/v5"
	"github.com/eapache/go-resiliency/retrier"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	flowchartsman "github.com/flowchartsman/retry"
	jpillora "github.com/jpillora/backoff"
	sethvargo "github.com/sethvargo/go-retry"
)

// BackoffV4 retries by the defaults of cenkalti/backoff v4: 15 minutes.
func BackoffV4(ctx context.Context) error {
	return backoffv4.Retry(func() error { return get(ctx, "http://backoff-v4/") }, backoffv4.NewExponentialBackOff())
}

// BackoffV4Max makes a given number of retries.
func BackoffV4Max(ctx context.Context) error {
	b := backoffv4.WithMaxRetries(backoffv4.NewExponentialBackOff(), 6)
	return backoffv4.Retry(func() error { return get(ctx, "http://backoff-v4-max/") }, b)
}

// BackoffV5 retries by the defaults of cenkalti/backoff v5: 15 minutes.
func BackoffV5(ctx context.Context) error {
	_, err := backoff.Retry(ctx, func() (bool, error) { return true, get(ctx, "http://backoff-v5/") })
	return err
}

// BackoffV5Tries sets the policy of v5 and a number of tries.
func BackoffV5Tries(ctx context.Context) error {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval = 200 * time.Millisecond
	b.MaxInterval = 5 * time.Second
	b.Multiplier = 3
	_, err := backoff.Retry(ctx, func() (bool, error) { return true, get(ctx, "http://backoff-v5-tries/") }, backoff.WithBackOff(b), backoff.WithMaxTries(8))
	return err
}

// BackoffV5Constant pauses always as long.
func BackoffV5Constant(ctx context.Context) error {
	_, err := backoff.Retry(ctx, func() (bool, error) { return true, get(ctx, "http://backoff-v5-constant/") },
		backoff.WithBackOff(backoff.NewConstantBackOff(2*time.Second)), backoff.WithMaxTries(6))
	return err
}

// RetryGo retries by the defaults of avast/retry-go.
func RetryGo(ctx context.Context) error {
	return retry.Do(func() error { return get(ctx, "http://retry-go/") })
}

// RetryGoFixed pauses always as long.
func RetryGoFixed(ctx context.Context) error {
	return retry.Do(func() error { return get(ctx, "http://retry-go-fixed/") },
		retry.Attempts(5), retry.Delay(time.Second), retry.DelayType(retry.FixedDelay))
}

// RetryGoMax cuts the pauses.
func RetryGoMax(ctx context.Context) error {
	return retry.Do(func() error { return get(ctx, "http://retry-go-max/") },
		retry.Attempts(8), retry.Delay(500*time.Millisecond), retry.MaxDelay(4*time.Second), retry.MaxJitter(250*time.Millisecond))
}

// SethvargoExponential doubles its pauses.
func SethvargoExponential(ctx context.Context) error {
	b := sethvargo.WithMaxRetries(5, sethvargo.NewExponential(time.Second))
	return sethvargo.Do(ctx, b, func(ctx context.Context) error {
		return sethvargo.RetryableError(get(ctx, "http://sethvargo-exponential/"))
	})
}

// SethvargoCapped has pauses that are cut and drawn at random.
func SethvargoCapped(ctx context.Context) error {
	b := sethvargo.NewExponential(time.Second)
	b = sethvargo.WithCappedDuration(4*time.Second, b)
	b = sethvargo.WithJitterPercent(20, b)
	b = sethvargo.WithMaxRetries(6, b)
	return sethvargo.Do(ctx, b, func(ctx context.Context) error {
		return sethvargo.RetryableError(get(ctx, "http://sethvargo-capped/"))
	})
}

// SethvargoFibonacci adds up its pauses.
func SethvargoFibonacci(ctx context.Context) error {
	b := sethvargo.WithMaxRetries(6, sethvargo.NewFibonacci(time.Second))
	return sethvargo.Do(ctx, b, func(ctx context.Context) error {
		return sethvargo.RetryableError(get(ctx, "http://sethvargo-fibonacci/"))
	})
}

// Resiliency pauses by a list that go-resiliency makes.
func Resiliency(ctx context.Context) error {
	r := retrier.New(retrier.ExponentialBackoff(5, 100*time.Millisecond), nil)
	return r.Run(func() error { return get(ctx, "http://resiliency/") })
}

// ResiliencyConstant pauses always as long.
func ResiliencyConstant(ctx context.Context) error {
	r := retrier.New(retrier.ConstantBackoff(4, 250*time.Millisecond), nil)
	return r.Run(func() error { return get(ctx, "http://resiliency-constant/") })
}

// Failsafe retries by the defaults of failsafe-go.
func Failsafe(ctx context.Context) error {
	return failsafe.With(retrypolicy.NewWithDefaults[any]()).Run(func() error { return get(ctx, "http://failsafe/") })
}

// FailsafeBackoff lets its pauses grow.
func FailsafeBackoff(ctx context.Context) error {
	p := retrypolicy.NewBuilder[any]().WithMaxRetries(6).WithBackoff(100*time.Millisecond, 2*time.Second).Build()
	return failsafe.With(p).Run(func() error { return get(ctx, "http://failsafe-backoff/") })
}

// FailsafeJitter draws its pauses at random.
func FailsafeJitter(ctx context.Context) error {
	p := retrypolicy.NewBuilder[any]().WithMaxRetries(6).WithDelay(time.Second).WithJitterFactor(0.25).Build()
	return failsafe.With(p).Run(func() error { return get(ctx, "http://failsafe-jitter/") })
}

// Flowchartsman draws its pauses at random.
func Flowchartsman(ctx context.Context) error {
	return flowchartsman.NewRetrier(5, 100*time.Millisecond, 2*time.Second).Run(func() error { return get(ctx, "http://flowchartsman/") })
}

// Jpillora asks for the pauses of a loop of its own.
func Jpillora(ctx context.Context) error {
	b := &jpillora.Backoff{Min: 100 * time.Millisecond, Max: 10 * time.Second, Factor: 2, Jitter: true}
	var err error
	for range 6 {
		if err = get(ctx, "http://jpillora/"); err == nil {
			return nil
		}
		time.Sleep(b.Duration())
	}
	return err
}

// Loop pauses by itself.
func Loop(ctx context.Context) error {
	var err error
	for i := range 5 {
		if err = get(ctx, "http://loop/"); err == nil {
			return nil
		}
		time.Sleep(time.Second << i)
	}
	return err
}
