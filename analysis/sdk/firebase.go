package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// The admin SDK of Firebase sends a request up to 5 times, writes too: after every
// error of the transport and 503. The first pause is none, those behind it are 1s,
// 2s and 4s, and a longer one of the answer is kept to. No request has a time limit.
// Tokens are checked against keys that are kept.
var _ = register(firebase, func() graph.Library {
	request := func(address *graph.Arg, mutates graph.Answer) graph.LibraryCall {
		return graph.LibraryCall{
			Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: address, Mutates: mutates,
			Layers: []graph.LibraryLayer{{
				Name: "firebase admin SDK", Kind: graph.KindClientDefault, Attempts: 5, RetriesOn: transport.Union(on("http:503")),
				Backoff: graph.BackoffExponential, Base: "500ms", Max: "2m",
			}},
		}
	}
	auth := &graph.Arg{Env: "FIREBASE_AUTH_EMULATOR_HOST", Const: "https://identitytoolkit.googleapis.com"}
	none := graph.LibraryCall{Effect: graph.EffectNone}
	return graph.Library{
		Name: "firebase admin SDK",
		Calls: slices.Concat(
			each(none, "(*"+firebase+"/auth.baseClient).", "VerifyIDToken", "CustomToken", "CustomTokenWithClaims"),
			each(none, "(*"+firebase+"/auth.Client).", "VerifySessionCookie"),
			each(request(auth, graph.No), "(*"+firebase+"/auth.baseClient).",
				"GetUser", "GetUserByEmail", "GetUserByPhoneNumber", "GetUserByProviderID", "GetUserByProviderUID", "GetUsers", "Users",
				"VerifyIDTokenAndCheckRevoked"),
			each(request(auth, graph.No), "(*"+firebase+"/auth.Client).", "SessionCookie", "VerifySessionCookieAndCheckRevoked"),
			each(request(auth, graph.Yes), "(*"+firebase+"/auth.baseClient).",
				"CreateUser", "UpdateUser", "DeleteUser", "DeleteUsers", "ImportUsers", "SetCustomUserClaims", "RevokeRefreshTokens",
				"EmailVerificationLink", "EmailVerificationLinkWithSettings", "PasswordResetLink", "PasswordResetLinkWithSettings", "EmailSignInLink"),
			each(request(constant("https://fcm.googleapis.com"), graph.Yes), "(*"+firebase+"/messaging.fcmClient).", "Send", "SendAll", "SendMulticast"),
			each(request(constant("https://fcm.googleapis.com"), graph.No), "(*"+firebase+"/messaging.fcmClient).", "SendDryRun", "SendAllDryRun", "SendMulticastDryRun"),
			each(request(constant("https://iid.googleapis.com"), graph.No), "(*"+firebase+"/messaging.iidClient).", "SubscribeToTopic", "UnsubscribeFromTopic"),
		),
		Sources: []string{
			firebase + "@v4.7.1 internal/http_client.go:79",
			firebase + "@v4.7.1 internal/http_client.go:400",
			firebase + "@v4.7.1 auth/auth.go:136",
			firebase + "@v4.7.1 auth/auth.go:142",
			firebase + "@v4.7.1 auth/token_verifier.go:42",
			firebase + "@v4.7.1 messaging/messaging.go:892",
		},
	}
})

const firebase = "firebase.google.com/go/v4"
