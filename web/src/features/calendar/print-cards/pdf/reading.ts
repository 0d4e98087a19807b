import type { Area, Color, Mark } from "./marks.ts";
import { colorOf, drawingOf, photoOf } from "./pictures.ts";
import { type Scale, wordsIn } from "./words.ts";

// What is on a sheet, as the browser has laid it out: the PDF has no layout of its own.

const POINTS = 72;
/** Of an inch, in pixels of the screen before anything is drawn smaller. */
const PER_INCH = 96;
/** From which weight on letters are bold. */
const BOLD = 600;

type Sides = "Top" | "Right" | "Bottom" | "Left";
const SIDES: readonly Sides[] = ["Top", "Right", "Bottom", "Left"];

function scaleOf(sheet: HTMLElement, inches: number): Scale {
  const { left, top, width } = sheet.getBoundingClientRect();
  const points = (inches * POINTS) / width;
  return {
    areaOf: (box) => ({
      x: (box.left - left) * points,
      y: (box.top - top) * points,
      width: box.width * points,
      height: box.height * points,
    }),
    pointsOf: (pixels) => ((Number.parseFloat(pixels) || 0) * POINTS) / PER_INCH,
  };
}

/** Nothing for what is clear. On white paper what is seen through is paler. */
function inkOf(written: string): Color | undefined {
  const [red = 0, green = 0, blue = 0, seen = 0] = colorOf(written);
  const on = (value: number) => (255 - ((255 - value) * seen) / 255) / 255;
  return seen === 0 ? undefined : [on(red), on(green), on(blue)];
}

/** The lines around an element: one frame where all are alike, else a bar for each. Cells of a table share theirs, which lie on the edge between them. */
function linesOf(style: CSSStyleDeclaration, area: Area, radius: number, isCell: boolean, { pointsOf }: Scale): Mark[] {
  const sides = SIDES.map((side) => ({
    side,
    thick: style[`border${side}Style`] === "none" ? 0 : pointsOf(style[`border${side}Width`]),
    ink: style[`border${side}Color`],
  }));
  const [first] = sides as [(typeof sides)[number]];
  const { x, y, width, height } = area;
  const color = inkOf(first.ink);
  if (sides.every(({ thick, ink }) => thick === first.thick && ink === first.ink)) {
    const half = isCell ? 0 : first.thick / 2;
    const inner = { x: x + half, y: y + half, width: width - 2 * half, height: height - 2 * half };
    return first.thick > 0 && color ? [{ kind: "frame", area: inner, radius: Math.max(0, radius - half), color, thick: first.thick }] : [];
  }
  return sides.flatMap(({ side, thick, ink }): Mark[] => {
    const own = inkOf(ink);
    if (thick === 0 || !own) return [];
    const across = side === "Top" || side === "Bottom";
    const bar = {
      x: (side === "Right" ? x + width - thick : x) + (isCell && !across ? (side === "Right" ? thick : -thick) / 2 : 0),
      y: (side === "Bottom" ? y + height - thick : y) + (isCell && across ? (side === "Bottom" ? thick : -thick) / 2 : 0),
      width: across ? width : thick,
      height: across ? thick : height,
    };
    return [{ kind: "fill", area: bar, radius: 0, color: own }];
  });
}

/** A drawing of nothing but bars stays bars, which a scanner reads at any size; another one is a picture. */
async function drawing(svg: SVGSVGElement, style: CSSStyleDeclaration, { areaOf }: Scale): Promise<Mark[]> {
  const bars = [...svg.children];
  if (bars.every((one) => one.tagName === "rect")) {
    const color = inkOf(style.color) ?? [0, 0, 0];
    return bars.map((bar) => ({ kind: "fill", area: areaOf(bar.getBoundingClientRect()), radius: 0, color }));
  }
  const picture = await drawingOf(svg, { width: svg.clientWidth, height: svg.clientHeight });
  return [{ kind: "picture", area: areaOf(svg.getBoundingClientRect()), radius: 0, picture }];
}

async function marksIn(element: Element, scale: Scale, isSheet = false): Promise<Mark[]> {
  const style = getComputedStyle(element);
  if (style.display === "none" || style.visibility === "hidden") return [];
  const box = element.getBoundingClientRect();
  const [area, radius] = [scale.areaOf(box), scale.pointsOf(style.borderTopLeftRadius)];
  if (element instanceof SVGSVGElement) return await drawing(element, style, scale);
  if (element instanceof HTMLImageElement) {
    const picture = await photoOf(element, { width: element.clientWidth, height: element.clientHeight });
    return picture ? [{ kind: "picture", area, radius, picture }] : [];
  }
  const ground = isSheet ? undefined : inkOf(style.backgroundColor);
  const marks: Mark[] = ground ? [{ kind: "fill", area, radius, color: ground }] : [];
  marks.push(...linesOf(style, area, radius, element instanceof HTMLTableCellElement, scale));
  const isCut = !isSheet && style.overflowX !== "visible";
  const look = {
    size: scale.pointsOf(style.fontSize),
    bold: Number(style.fontWeight) >= BOLD,
    color: inkOf(style.color) ?? ([0, 0, 0] as const),
  };
  if (isCut) marks.push({ kind: "within", area, radius });
  for (const node of element.childNodes) {
    if (node instanceof Text) marks.push(...wordsIn(node, look, scale, isCut && style.textOverflow === "ellipsis" ? box.right : undefined));
    else if (node instanceof Element) marks.push(...(await marksIn(node, scale)));
  }
  if (isCut) marks.push({ kind: "end" });
  return marks;
}

export const readSheet = (sheet: HTMLElement, inches: number): Promise<Mark[]> => marksIn(sheet, scaleOf(sheet, inches), true);
