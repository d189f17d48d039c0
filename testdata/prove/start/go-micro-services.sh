#!/bin/sh
# The services of go-micro-services, with the witness in the place of one of them.
at() { if [ "$TO" = "$1" ]; then echo "$LEAF"; else echo "$2"; fi; }
P=
run() {
	[ "$TO" = "$1" ] && return
	"$BIN/go-micro-services" -port "${2##*:}" -otel-endpoint 127.0.0.1:9 -profileaddr "$B" -geoaddr "$(at geo "$C")" -rateaddr "$D" -searchaddr "$(at search "$E")" "$1" >/dev/null 2>&1 &
	P="$P $!"
}
run profile "$B"
run geo "$C"
run rate "$D"
run search "$E"
sleep 1 # the programs dial when they start
run frontend "$A"
trap 'kill $P; exit 0' INT TERM
wait
