#!/bin/sh
# The services of hotrod, with the witness in the place of one of them.
port() { a=$2; [ "$TO" = "$1" ] && a=$LEAF; echo "${a##*:}"; }
P=
for service in frontend customer driver route; do
	[ "$TO" = "$service" ] && continue
	"$BIN/hotrod" "$service" -f "${A##*:}" -c "$(port customer "$B")" -d "$(port driver "$C")" -r "$(port route "$D")" >/dev/null 2>&1 &
	P="$P $!"
done
trap 'kill $P; exit 0' INT TERM
wait
