package tide

// nearest is the name with the fewest letters to change, if they are few.
func nearest(name string, names []string) string {
	best, least := "", 3
	for _, each := range names {
		if d := distance(name, each); d < least {
			best, least = each, d
		}
	}
	return best
}

// distance counts letters to add, remove or replace.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := i
		row[0] = i + 1
		for j := range len(b) {
			changed := before
			if a[i] != b[j] {
				changed++
			}
			before = row[j+1]
			row[j+1] = min(changed, row[j]+1, before+1)
		}
	}
	return row[len(b)]
}
