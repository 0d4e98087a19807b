import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { dirname } from "node:path";
import { type Figure, roundMs, rounds, verdictOf } from "./figure.ts";

const digits = (value: number): string => (value >= 100 ? String(Math.round(value)) : value >= 10 ? value.toFixed(1) : value.toFixed(2));
const suffix: Record<Figure["unit"], string> = { ratio: "", x: "x", ms: " ms", kB: " kB", "rows/s": " rows/s", "/s": "/s", count: "" };

export const shown = (figure: Figure, value: number | undefined): string =>
  value === undefined ? "-" : `${digits(value)}${suffix[figure.unit]}`;

const columns = [60, 9, 9, 9, 12, 12] as const;

export function heading(): string {
  return row(["", "figure", "aim", "floor", "ours", "baseline"], "");
}

export function line(figure: Figure): string {
  const cells = [
    figure.name,
    shown(figure, figure.value),
    shown(figure, figure.aim),
    shown(figure, figure.floor),
    figure.ours ?? "",
    figure.baseline ?? "",
  ];
  return row(cells, `${verdictOf(figure)}${figure.note ? `  (${figure.note})` : ""}`);
}

function row(cells: readonly string[], end: string): string {
  return `${cells.map((cell, index) => (index === 0 ? cell.padEnd(columns[0]) : cell.padStart(columns[index] ?? 0))).join("")}  ${end}`.trimEnd();
}

export interface Outcome {
  figures: readonly Figure[];
  failures: readonly { part: string; error: string }[];
  seconds: number;
  loadBefore: number;
}

export function store(file: string, { figures, failures, seconds, loadBefore }: Outcome): void {
  const machine = {
    cores: availableParallelism(),
    model: cpus()[0]?.model ?? "",
    node: process.version,
    loadBefore,
    loadAfter: loadavg()[0] ?? 0,
  };
  const result = {
    at: new Date().toISOString(),
    seconds: Math.round(seconds),
    rounds,
    roundMs,
    machine,
    figures: figures.map((figure) => ({ ...figure, verdict: verdictOf(figure) })),
    failures,
  };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
}

export function summary(figures: readonly Figure[]): string {
  const count = (verdict: string) => figures.filter((figure) => verdictOf(figure) === verdict).length;
  return `${count("PASS")} reach their aim, ${count("above floor") + count("misses aim")} miss it, ${count("BELOW FLOOR")} lie below the floor, ${count("stated")} are stated`;
}
