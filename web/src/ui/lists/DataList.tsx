import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import CardActionArea from "@mui/material/CardActionArea";
import Checkbox from "@mui/material/Checkbox";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import TableSortLabel from "@mui/material/TableSortLabel";
import type { ReactNode } from "react";
import { ErrorState } from "../feedback/ErrorState.tsx";
import { RowsSkeleton } from "../feedback/Skeletons.tsx";
import { Link, useGo } from "../links/Link.tsx";
import { asDrawer } from "../links/over.ts";
import { useMobile } from "../theme/useMobile.ts";
import { Pages } from "./Pages.tsx";
import { useRowDrag } from "./useRowDrag.ts";

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

type Props<Row> = {
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

/** A list with all its states: a table on a desk, cards on a phone. */
export const DataList = <Row,>(props: Props<Row>) => {
  const { rows, error, onRetry, empty, page, busy } = props;
  const mobile = useMobile();
  if (error && !rows) return <ErrorState error={error} {...(onRetry && { onRetry })} />;
  if (!rows) return <RowsSkeleton />;
  if (rows.length === 0 && !busy) return empty;
  return (
    <Box aria-busy={busy} sx={{ opacity: busy ? 0.6 : 1, transition: "opacity 120ms" }}>
      {mobile ? <Cards {...props} rows={rows} /> : <Rows {...props} rows={rows} />}
      {page && page.total > page.size && <Pages {...page} />}
    </Box>
  );
};

const Rows = <Row,>({
  label,
  rows,
  rowKey,
  columns,
  href,
  drawer,
  onOpen,
  sort,
  onSort,
  selection,
  onMove,
}: Props<Row> & { rows: Row[] }) => {
  const go = useGo();
  const drag = useRowDrag(rows.length, onMove);
  const open = (row: Row) => (href ? go(href(row), { state: drawer && asDrawer }) : onOpen?.(row));
  const opens = Boolean(href || onOpen);
  return (
    <TableContainer component={Card}>
      <Table aria-label={label}>
        <TableHead>
          <TableRow>
            {selection && (
              <TableCell padding="checkbox">
                <Checkbox
                  size="small"
                  checked={selection.all}
                  indeterminate={selection.some && !selection.all}
                  onChange={selection.toggleAll}
                  slotProps={{ input: { "aria-label": "Select all" } }}
                />
              </TableCell>
            )}
            {columns.map((column) => (
              <TableCell
                key={column.key}
                align={column.align ?? "left"}
                sx={{ width: column.width, ...look(column) }}
                sortDirection={sort?.by === column.key ? direction(sort) : false}
              >
                {column.sortable && onSort ? (
                  <TableSortLabel
                    active={sort?.by === column.key}
                    direction={sort?.by === column.key ? direction(sort) : "asc"}
                    onClick={() => onSort({ by: column.key, descending: sort?.by === column.key ? !sort.descending : false })}
                  >
                    {column.header}
                  </TableSortLabel>
                ) : (
                  column.header
                )}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row, at) => (
            <TableRow
              key={rowKey(row)}
              {...drag.props(at)}
              hover={opens}
              onClick={(event) => {
                // A link or button inside the row does its own work.
                if (!(event.target as HTMLElement).closest("a, button, input, label")) open(row);
              }}
              sx={{ cursor: opens ? "pointer" : undefined, "&:last-child td": { borderBottom: 0 }, ...drag.look(at) }}
            >
              {selection && (
                <TableCell padding="checkbox">
                  <Checkbox
                    size="small"
                    checked={selection.has(row)}
                    onChange={() => selection.toggle(row)}
                    slotProps={{ input: { "aria-label": "Select this row" } }}
                  />
                </TableCell>
              )}
              {columns.map((column) => (
                <TableCell key={column.key} align={column.align ?? "left"} sx={look(column)}>
                  {column.cell(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
};

const look = <Row,>({ nowrap, wide }: Column<Row>) => ({
  ...(nowrap && { whiteSpace: "nowrap" }),
  ...(wide && { display: { md: "none", lg: "table-cell" } }),
});

const direction = (sort: Sort): "asc" | "desc" => (sort.descending ? "desc" : "asc");

const Cards = <Row,>({ label, rows, rowKey, card, href, drawer, onOpen }: Props<Row> & { rows: Row[] }) => (
  <Box component="ul" aria-label={label} sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1 }}>
    {rows.map((row) => (
      <Card component="li" key={rowKey(row)} sx={{ borderRadius: "14px" }}>
        {href ? (
          <CardActionArea component={Link} to={href(row)} state={drawer && asDrawer} sx={{ p: 1.5 }}>
            {card(row)}
          </CardActionArea>
        ) : onOpen ? (
          <CardActionArea onClick={() => onOpen(row)} sx={{ p: 1.5 }}>
            {card(row)}
          </CardActionArea>
        ) : (
          <Box sx={{ p: 1.5 }}>{card(row)}</Box>
        )}
      </Card>
    ))}
  </Box>
);
