import type { ReactNode } from "react";

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: "left" | "right";
  width?: number | string;
  /** The column can be sorted by; the list's `sort` says how it is. */
  sortable?: boolean;
  /** Kept in one line: a phone number, a day. */
  nowrap?: boolean;
  /** Only where there is room for it: not on a tablet. */
  wide?: boolean;
};

export type Sort = { by: string; descending: boolean };

export type Props<Row> = {
  label: string;
  rows: Row[] | undefined;
  rowKey: (row: Row) => string;
  columns: Column<Row>[];
  /** How a row looks on a phone. */
  card: (row: Row) => ReactNode;
  href?: (row: Row) => string;
  /** What `href` leads to lies over the list. */
  drawer?: true;
  onOpen?: (row: Row) => void;
  error?: unknown;
  onRetry?: () => void;
  empty: ReactNode;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  page?: { at: number; size: number; total: number; onChange: (at: number) => void };
  /** Rows can be ticked; `all` ticks those on other pages too. */
  selection?: { has: (row: Row) => boolean; toggle: (row: Row) => void; toggleAll: () => void; all: boolean; some: boolean };
  /** Rows can be dragged into another order. */
  onMove?: (from: number, to: number) => void;
  /** New rows are on their way while the old ones still show. */
  busy?: boolean;
};
