import type { Pen } from '../timeline/drawTimeline.ts';

/** Everything of one color, as a path of SVG. */
export interface Shape {
  readonly className: string;
  readonly path: string;
}

/**
 * Collects what is drawn as shapes whose color is a class, because the document's policy forbids
 * style attributes. What is drawn later covers what was drawn before.
 */
export class PicturePen implements Pen {
  fillStyle = '';
  strokeStyle = '';
  lineWidth = 1;
  readonly shapes: Shape[] = [];
  #line = '';

  clearRect(): void {
    this.shapes.length = 0;
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.#add(this.fillStyle, `M${x} ${rounded(y)}h${width}v${rounded(height)}h-${width}z`);
  }

  beginPath(): void {
    this.#line = '';
  }

  moveTo(x: number, y: number): void {
    this.#line += `M${x} ${y}`;
  }

  lineTo(x: number, y: number): void {
    this.#line += `L${x} ${y}`;
  }

  stroke(): void {
    this.#add(this.strokeStyle, this.#line);
  }

  #add(className: string, path: string): void {
    const last = this.shapes.at(-1);
    if (last?.className === className) {
      this.shapes[this.shapes.length - 1] = { className, path: last.path + path };
    } else {
      this.shapes.push({ className, path });
    }
  }
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
