import type { MethodRow, SalesRow, TipRow } from "@leashline/proto/leashline/reporting/v1/sales_pb.js";
import Box from "@mui/material/Box";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { METHOD_HEAD, methodCells } from "./sales-words.ts";

type Cell = ReactNode;
const Frame = ({ title, head, rows }: { title: string; head: string[]; rows: { key: string; cells: Cell[] }[] }) => {
  if (rows.length === 0) return null;
  return (
    <Box
      component="section"
      aria-label={title}
      // Wider than a phone: it scrolls, with the keyboard too.
      tabIndex={0}
      sx={{ border: 1, borderColor: "line", borderRadius: 1.25, bgcolor: "background.paper", overflow: "auto", alignSelf: "start" }}
    >
      <Typography variant="h3" component="h2" sx={{ p: 1.5, pb: 0.5 }}>
        {title}
      </Typography>
      <Table size="small">
        <TableHead>
          <TableRow>
            {head.map((name, index) => (
              <TableCell key={name} align={index === 0 ? "left" : "right"}>
                {name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.key}>
              {row.cells.map((cell, index) => (
                <TableCell key={head[index]} align={index === 0 ? "left" : "right"}>
                  {cell}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
};

export const SalesTable = ({ title, rows }: { title: string; rows: SalesRow[] }) => {
  const { money } = useFormat();
  return (
    <Frame
      title={title}
      head={["Name", "Number", "Discount", "Tax", "Net sales"]}
      rows={rows.map((row) => ({
        key: `${row.id}-${row.name}`,
        cells: [row.name || "Nobody", row.quantity, money(row.discount), money(row.tax), money(row.netSales)],
      }))}
    />
  );
};

export const MethodTable = ({ rows }: { rows: MethodRow[] }) => {
  const { money } = useFormat();
  return (
    <Frame title="Money in and out" head={METHOD_HEAD} rows={rows.map((row) => ({ key: row.method, cells: methodCells(row, money) }))} />
  );
};

export const TipTable = ({ rows }: { rows: TipRow[] }) => {
  const { money } = useFormat();
  return (
    <Frame
      title="Tips by staff"
      head={["Staff", "Tips"]}
      rows={rows.map((row) => ({ key: row.staffId, cells: [row.staffName || "Nobody", money(row.tips)] }))}
    />
  );
};
