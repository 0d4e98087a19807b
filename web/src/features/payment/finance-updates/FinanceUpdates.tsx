import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type FinanceNotableUpdate, FinanceUpdateService } from "@leashline/proto/leashline/payment/v1/finance_update_service_pb.js";
import Alert from "@mui/material/Alert";
import Badge from "@mui/material/Badge";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { pathTo } from "../../../app/routes/paths.ts";
import { TextLink } from "../../../ui/links/Link.tsx";

const many = (count: number, one: string, more: string): string => (count === 1 ? `1 ${one}` : `${count} ${more}`);

const Line = ({ of: { kind, count } }: { of: FinanceNotableUpdate }) => {
  if (kind === "account") return <TextLink to={pathTo("/creditCard/integration", {})}>Your card account needs something from you</TextLink>;
  if (kind === "disputes")
    return (
      <TextLink to={pathTo("/creditCard/{product}Pay", {}, { panel: "disputes" })}>{many(count, "new dispute", "new disputes")}</TextLink>
    );
  if (kind === "offers")
    return (
      <TextLink to={pathTo("/finance/capital", {})}>The card provider made you {many(count, "offer", "offers")} of financing</TextLink>
    );
  return <>{many(count, "payout", "payouts")} did not reach your bank</>;
};

/** What an owner should look at about the money, with a red dot until it is dismissed. Nothing where there is nothing new. */
export const FinanceUpdates = () => {
  const { data, refetch } = useQuery(FinanceUpdateService.method.getFinanceNotableUpdates);
  const dismiss = useMutation(FinanceUpdateService.method.dismissFinanceNotableUpdates, { onSuccess: () => void refetch() });
  if (!data?.redDot) return null;
  return (
    <Badge color="error" variant="dot" sx={{ display: "block", mb: 2 }}>
      <Alert
        severity="warning"
        action={
          <Button color="inherit" size="small" loading={dismiss.isPending} onClick={() => dismiss.mutate({})}>
            Dismiss
          </Button>
        }
      >
        <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
          {data.updates.map((one) => (
            <li key={one.kind}>
              <Line of={one} />
            </li>
          ))}
        </Box>
      </Alert>
    </Badge>
  );
};
