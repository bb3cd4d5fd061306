package causality

import "slices"

// grown returns the list, extended to at least n entries.
func grown[T any](list []T, n int) []T {
	for len(list) < n {
		var empty T
		list = append(list, empty)
	}
	return list
}

// truncate removes the positions from the given one on from sorted lists.
func truncate(lists [][]int32, from int) [][]int32 {
	for i, list := range lists {
		lists[i] = cutOne(list, from)
	}
	return lists
}

func cutOne(list []int32, from int) []int32 {
	n := len(list)
	for n > 0 && int(list[n-1]) >= from {
		n--
	}
	return list[:n]
}

// forget sets positions from the given one on to -1.
func forget(positions []int32, from int) {
	for i, at := range positions {
		if int(at) >= from {
			positions[i] = -1
		}
	}
}

// resized returns the list with n entries, and keeps as many old entries as fit.
func resized[T any](list []T, n int) []T {
	if cap(list) < n {
		list = append(make([]T, 0, n+n/2), list[:cap(list)]...)
	}
	return list[:n]
}

// count returns how many of the sorted positions are lower than the given one.
func count(at []int32, below int32) int {
	n, _ := slices.BinarySearch(at, below)
	return n
}
