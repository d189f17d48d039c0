package configscan

import "encoding/json"

// PolicySchema is the JSON Schema of the policy, for editors.
func PolicySchema() ([]byte, error) {
	s := objectOf(PolicyKeys())
	s["$schema"] = "http://json-schema.org/draft-07/schema#"
	s["title"] = "Policy of ampcheck (.ampcheck.yaml)"
	s["required"] = []string{"version"}
	data, err := json.MarshalIndent(s, "", "  ")
	return append(data, '\n'), err
}

type schema map[string]any

func objectOf(keys []PolicyKey) schema {
	all := schema{}
	for _, k := range keys {
		s := schemaOf(k)
		s["description"] = k.Doc
		all[k.Name] = s
	}
	return schema{"type": "object", "additionalProperties": false, "properties": all}
}

func either(all ...schema) schema { return schema{"anyOf": all} }

var (
	schemaText  = schema{"type": "string", "minLength": 1}
	schemaWhole = schema{"type": "integer", "minimum": 1}
	schemaCount = schema{"type": "integer", "minimum": 0}
	schemaOff   = schema{"enum": []any{"off", false}} // a YAML 1.1 reader takes off for false
)

// schemaOf is the schema of one value.
func schemaOf(k PolicyKey) schema {
	above := schema{"type": "number", "exclusiveMinimum": 0}
	switch k.Takes {
	case TakesVersion:
		return schema{"const": 1}
	case TakesLimit:
		return either(above, schemaOff)
	case TakesNumber:
		return above
	case TakesWhole:
		return schema{"type": "integer", "minimum": 1}
	case TakesShare:
		return schema{"type": "number", "minimum": 0, "maximum": 1}
	case TakesTexts:
		return listOf(schemaText)
	case TakesDate:
		return schema{"type": "string", "pattern": `^\d{4}-\d{2}-\d{2}$`}
	case TakesBoolean:
		return schema{"type": "boolean"}
	case TakesWord:
		return schema{"enum": k.Words}
	case TakesAttempts:
		number := either(schemaWhole, schema{"const": "unbounded"})
		return either(number, mapOf(number))
	case TakesClasses:
		return either(schemaText, listOf(schemaText))
	case TakesFanOut:
		return either(schemaWhole, schemaText)
	case TakesBackoff:
		return either(schemaText, objectOf(k.Keys))
	case TakesAnswers:
		return mapOf(either(schemaText, listOf(schemaText)))
	case TakesNumbers:
		return mapOf(schemaCount)
	case TakesPatterns:
		return mapOf(listOf(schemaText))
	case TakesRules:
		return mapOf(schema{"enum": severities})
	case TakesMesh:
		each := schema{}
		for _, name := range knownMeshes {
			each[name] = either(schemaOff, objectOf(k.Keys))
		}
		return either(schemaOff, schema{"type": "object", "additionalProperties": false, "properties": each})
	case TakesLibrary:
		return listOf(schema{"type": "object", "required": []string{"name", "calls"}})
	case TakesMapping:
		return objectOf(k.Keys)
	case TakesListing:
		return listOf(objectOf(k.Keys))
	case TakesEntries:
		return mapOf(objectOf(k.Keys))
	}
	return schema{"type": "string", "minLength": 1}
}

func listOf(item schema) schema { return schema{"type": "array", "items": item} }

func mapOf(value schema) schema { return schema{"type": "object", "additionalProperties": value} }
