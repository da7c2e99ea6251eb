// Command tides prints the tide table of one station for one day.
package main

import (
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"time"

	"example.org/tidetable/tide"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("tides: ")

	// The zone of a day is the station's, so it is read as a date alone.
	today := time.Now().Format(time.DateOnly)
	dayText := flag.String("day", today, "day of the table")

	high := flag.Bool("high", false, "only high waters")
	step := flag.Duration("step", 10*time.Minute, "time between rows")
	station := flag.String("station", "", "name of the station")
	format := flag.String("format", "text", "text, csv or svg")
	above := flag.Float64("above", math.Inf(-1), "only rows above this height; exit code 1 if there are none")
	flag.Parse()
	if *format != "text" && *format != "csv" && *format != "svg" {
		log.Fatalf("unknown format %q: text, csv or svg", *format)
	}

	place, err := tide.Load("stations", *station)
	if err != nil {
		log.Fatal(err)
	}
	day, err := time.ParseInLocation(time.DateOnly, *dayText, place.Location)
	if err != nil {
		log.Fatal(err)
	}
	if *high {
		for _, at := range place.HighWaters(day, day.AddDate(0, 0, 1)) {
			fmt.Println(tide.Line(at, place.Height(at)))
		}
		return
	}
	year, month, date := day.Date()
	rows := tide.Above(place.Table(year, month, date, *step), *above)
	switch *format {
	case "csv":
		err = tide.WriteCSV(os.Stdout, rows)
	case "svg":
		var highs []tide.Row
		for _, at := range place.HighWaters(day, day.AddDate(0, 0, 1)) {
			highs = append(highs, tide.Row{Time: at, Height: place.Height(at)})
		}
		err = tide.WriteSVG(os.Stdout, rows, highs)
	default:
		err = tide.Print(os.Stdout, rows)
	}
	if err != nil {
		log.Println(err)
		os.Exit(2)
	}
	if len(rows) == 0 {
		os.Exit(1)
	}
}
