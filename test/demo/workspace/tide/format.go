package tide

import (
	"fmt"
	"io"
	"time"
)

// Print writes rows as a table for people.
func Print(w io.Writer, rows []Row) error {
	for _, row := range rows {
		if _, err := fmt.Fprintln(w, Line(row.Time, row.Height)); err != nil {
			return err
		}
	}
	return nil
}

// Line is one row of the printed table.
func Line(t time.Time, h float64) string {
	return fmt.Sprintf("%s%-2s  %5.2f m", t.Format("15:04"), mark(t), h)
}
