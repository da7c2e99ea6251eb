package tide

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"den-helder", "dover"}
	for name, want := range map[string]string{"den-heldr": "den-helder", "dovre": "dover", "kiel": ""} {
		if got := nearest(name, names); got != want {
			t.Errorf("nearest(%q) = %q, want %q", name, got, want)
		}
	}
}
