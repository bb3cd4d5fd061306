package memory

import "testing"

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{
		"4GiB": 4 << 30, "512MiB": 512 << 20, "2G": 2 << 30, "2g": 2 << 30, "64 MiB": 64 << 20, "1048576": 1 << 20, "100B": 100,
		"2GB": 2e9, "1TiB": 1 << 40, "3k": 3 << 10, "none": 0,
	} {
		if got, err := ParseSize(text); err != nil || got != want {
			t.Errorf("%q is %d bytes, and the error %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "0", "0GiB", "-1", "-4GiB", "+4GiB", "GiB", "4 apples", "1.5GiB", "1e9", "4Gi", "4GiBs", "9999999TiB", "99999999999999999999", "None", "4  GiB"} {
		if got, err := ParseSize(text); err == nil {
			t.Errorf("%q is taken for %d bytes", text, got)
		}
	}
}

func TestSize(t *testing.T) {
	for bytes, want := range map[int64]string{
		0: "0 bytes", 1000: "1000 bytes", 1 << 10: "1 KiB", 512 << 20: "512 MiB", 4 << 30: "4 GiB", 1536 << 20: "1.50 GiB", 2e9: "1.86 GiB",
		23_456_789_012: "21.8 GiB", 123_456_789: "118 MiB", 5 << 40: "5 TiB", 5000 << 40: "5000 TiB",
	} {
		if got := Size(bytes); got != want {
			t.Errorf("%d bytes are %q, want %q", bytes, got, want)
		}
	}
}
