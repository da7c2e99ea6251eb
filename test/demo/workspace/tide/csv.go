package tide

import (
	"encoding/csv"
	"io"
	"strconv"
	"time"
)

// WriteCSV writes rows with a heading; heights in metres with a decimal point.
func WriteCSV(w io.Writer, rows []Row) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{"time", "height_m"}); err != nil {
		return err
	}
	for _, row := range rows {
		height := strconv.FormatFloat(row.Height, 'f', 2, 64)
		if err := out.Write([]string{row.Time.Format(time.RFC3339), height}); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
