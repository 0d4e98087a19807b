import Card from "@mui/material/Card";
import Checkbox from "@mui/material/Checkbox";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import TableSortLabel from "@mui/material/TableSortLabel";
import { useGo } from "../links/Link.tsx";
import { asDrawer } from "../links/over.ts";
import type { Column, Props, Sort } from "./data-list.ts";
import { useRowDrag } from "./useRowDrag.ts";

export const Rows = <Row,>({
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
