/** Opens every fold around an element. */
export function openAround(target: Element): void {
  for (
    let place: Element | null | undefined = target.parentElement;
    place !== null && place !== undefined;
    place = place.parentElement?.closest('details')
  ) {
    if (place instanceof HTMLDetailsElement) {
      place.open = true;
    }
  }
}
