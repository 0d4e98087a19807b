import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";

type Props = { says?: string; yes: string; no: string; isPending: boolean; onYes: () => void; onNo: () => void };

/** Asked below what is to end, with what happens then where the answer does not say it. */
export const Sure = ({ says, yes, no, isPending, onYes, onNo }: Props) => (
  <>
    {says && <Typography>{says}</Typography>}
    <Box sx={{ display: "flex", gap: 1 }}>
      <Button variant="contained" color="error" loading={isPending} onClick={onYes} sx={{ minHeight: 44, flex: 1 }}>
        {yes}
      </Button>
      <Button onClick={onNo} sx={{ minHeight: 44, flex: 1 }}>
        {no}
      </Button>
    </Box>
  </>
);
