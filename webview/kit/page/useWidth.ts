import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Follows an element's width. @param onWidth receives CSS pixels, at first and on each change. */
export function useWidth(onWidth: (width: number) => void): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement | null>(null);
  useEffect(() => {
    const { current } = element;
    if (current === null) {
      return undefined;
    }
    const observer = new ResizeObserver(() => onWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return element;
}
