b.example.com {
	reverse_proxy 10.0.1.1
}
