import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import CardActionArea from "@mui/material/CardActionArea";
import { ErrorState } from "../feedback/ErrorState.tsx";
import { RowsSkeleton } from "../feedback/Skeletons.tsx";
import { Link } from "../links/Link.tsx";
import { asDrawer } from "../links/over.ts";
import { useMobile } from "../theme/useMobile.ts";
import { Rows } from "./DataRows.tsx";
import type { Props } from "./data-list.ts";
import { Pages } from "./Pages.tsx";

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
