import { useQuery } from "@connectrpc/connect-query";
import { SquareAccountService } from "@leashline/proto/leashline/payment/v1/square_account_service_pb.js";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { standingOf } from "../shared/square/square-words.ts";

/** The second card provider, beside the first. */
export const SquareSection = () => {
  const { data } = useQuery(SquareAccountService.method.getSquareAccount);
  if (!data) return null;
  const { tone, words } = standingOf(data.available, data.account);
  return (
    <Section title="Square" action={<StatusChip tone={tone}>{words}</StatusChip>}>
      <Typography color="textSecondary">Cards at the counter can go through a Square account that you have already.</Typography>
      <LinkButton to={pathTo("/creditCard/:vendor/:panel", { vendor: "square", panel: "account" })} sx={{ mt: 1 }}>
        {data.account?.connected ? "Square account" : "Set up Square"}
      </LinkButton>
    </Section>
  );
};
