package tide

import (
	"fmt"
	"io"
	"time"
)

const (
	hourWidth   = 24.0  // pixels
	metreHeight = 40.0  // pixels
	chartHeight = 400.0 // pixels, of which the lowest 40 are below the datum
)

// WriteSVG draws rows as one line, with a mark at each high water and the chart
// datum dashed.
func WriteSVG(w io.Writer, rows, highs []Row) error {
	if len(rows) == 0 {
		return nil
	}
	start := rows[0].Time
	x := func(t time.Time) float64 { return t.Sub(start).Hours() * hourWidth }
	y := func(h float64) float64 { return chartHeight - metreHeight*(h+1) }

	width := x(rows[len(rows)-1].Time)
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f">`, width, chartHeight)
	fmt.Fprintf(w, `<path d="M0 %.1fH%.0f" stroke="red" stroke-dasharray="4 2"/>`, y(0), width)
	fmt.Fprint(w, `<polyline fill="none" stroke="navy" points="`)
	for _, row := range rows {
		fmt.Fprintf(w, "%.1f,%.1f ", x(row.Time), y(row.Height))
	}
	fmt.Fprint(w, `"/>`)
	for _, high := range highs {
		fmt.Fprintf(w, `<circle cx="%.1f" cy="%.1f" r="4"/>`, x(high.Time), y(high.Height))
	}
	_, err := fmt.Fprintln(w, "</svg>")
	return err
}
