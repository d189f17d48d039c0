#!/bin/sh
# The shop, with the witness in the place of one of its services.
at() { if [ "$TO" = "$1" ]; then echo "$LEAF"; else echo "$2"; fi; }
run() { if [ "$TO" != "$1" ]; then shift; "$@" & P="$P $!"; fi; }
P=
export DATABASE_URL="postgres://u@$LEAF/db?sslmode=disable" INVENTORY_ADDR=$(at inventory "$D") ORDER_ADDR=http://$(at order "$C")
run inventory "$BIN/inventory" -listen "$D"
run order "$BIN/order" -listen "$C"
run gateway "$BIN/gateway" -listen "$B"
trap 'kill $P; exit 0' INT TERM
wait
