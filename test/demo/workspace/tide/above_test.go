package tide

import (
	"testing"
)

func TestAbove(t *testing.T) {
	rows := []Row{{Height: 1.2}, {Height: 3.4}, {Height: 2.9}, {Height: 4.1}}
	kept := Above(rows, 3)
	if len(kept) != 2 || kept[0].Height != 3.4 || kept[1].Height != 4.1 {
		t.Errorf("Above(rows, 3) = %v", kept)
	}
	if none := Above(rows, 10); len(none) != 0 {
		t.Errorf("Above(rows, 10) = %v", none)
	}
}
