package tide

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Station is a place with a gauge and its harmonic constants.
type Station struct {
	Name         string
	Location     *time.Location
	MeanLevel    float64 // metres above lowest astronomical tide
	Constituents []Constituent
}

// Constituent is one harmonic of the tide.
type Constituent struct {
	Name      string
	Speed     float64 // degrees per hour
	Amplitude float64 // metres
	Phase     float64 // degrees
}

// Load reads a station from its file in folder.
func Load(folder, name string) (Station, error) {
	file := strings.ReplaceAll(strings.ToLower(name), " ", "-") + ".toml"
	text, err := os.Open(filepath.Join(folder, file))
	if err != nil {
		return Station{}, fmt.Errorf("no station %q: %w", name, err)
	}
	defer text.Close()

	station := Station{Location: time.UTC}
	for lines := bufio.NewScanner(text); lines.Scan(); {
		if err := station.set(lines.Text()); err != nil {
			return Station{}, fmt.Errorf("%s: %w", file, err)
		}
	}
	return station, nil
}

func (s *Station) set(line string) error {
	line, _, _ = strings.Cut(line, "#")
	if strings.TrimSpace(line) == "[[constituent]]" {
		s.Constituents = append(s.Constituents, Constituent{})
		return nil
	}
	key, value, found := strings.Cut(line, "=")
	if !found {
		return nil
	}
	key, value = strings.TrimSpace(key), strings.Trim(strings.TrimSpace(value), `"`)
	if key == "zone" {
		zone, err := time.LoadLocation(value)
		s.Location = zone
		return err
	}
	if key == "name" && len(s.Constituents) == 0 {
		s.Name = value
		return nil
	}
	return s.setNumber(key, value)
}

func (s *Station) setNumber(key, value string) error {
	if len(s.Constituents) == 0 {
		number, err := strconv.ParseFloat(value, 64)
		s.MeanLevel = number
		return err
	}
	c := &s.Constituents[len(s.Constituents)-1]
	if key == "name" {
		c.Name = value
		return nil
	}
	number, err := strconv.ParseFloat(value, 64)
	switch key {
	case "speed":
		c.Speed = number
	case "amplitude":
		c.Amplitude = number
	case "phase":
		c.Phase = number
	}
	return err
}
