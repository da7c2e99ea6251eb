import type { Pen } from '../kit/timeline/drawTimeline.ts';

/** Everything of one color, as a path of SVG and its attributes. */
interface Shape {
  readonly d: string;
  readonly fill?: string;
  readonly stroke?: string;
}

/** Collects what is drawn as shapes. What is drawn later covers what was drawn before. */
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
    this.#add(
      { fill: this.fillStyle },
      `M${x} ${rounded(y)}h${width}v${rounded(height)}h-${width}z`,
    );
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
    this.#add({ stroke: this.strokeStyle }, this.#line);
  }

  #add(paint: Omit<Shape, 'd'>, path: string): void {
    const last = this.shapes.at(-1);
    if (last !== undefined && last.fill === paint.fill && last.stroke === paint.stroke) {
      this.shapes[this.shapes.length - 1] = { ...paint, d: last.d + path };
    } else {
      this.shapes.push({ ...paint, d: path });
    }
  }
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
