import { ClientType } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { Avatar } from "../../../ui/Avatar.tsx";
import { addressText } from "../../../ui/format/address.ts";
import { toMinor } from "../../../ui/format/money.ts";
import { plural } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon, type IconName } from "../../../ui/icons.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { useMobile } from "../../../ui/theme/useMobile.ts";
import { coming, nextDayOf } from "../shared/classes/client-classes.ts";
import { useClientClasses } from "../shared/classes/useClientClasses.ts";
import { clientName } from "../shared/client-name.ts";
import type { ClientDetail } from "../shared/types.ts";
import { State } from "./ClientState.tsx";

const Line = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <Box sx={{ display: "flex", gap: 1.25, alignItems: "flex-start", py: 0.5, overflowWrap: "anywhere" }}>
    <Icon name={icon} sx={{ width: 17, height: 17, color: "text.tertiary", mt: "1px" }} />
    <Box sx={{ minWidth: 0 }}>{children}</Box>
  </Box>
);

const Figure = ({ label, value, tone }: { label: string; value: ReactNode; tone?: string }) => (
  <Box>
    <Typography variant="caption" component="dt" sx={{ color: "text.secondary" }}>
      {label}
    </Typography>
    <Typography component="dd" sx={{ m: 0, fontWeight: 600, color: tone }}>
      {value}
    </Typography>
  </Box>
);

/** Who the client is: reachability, figures, tags, last alert. Stays beside every sub-page. */
export const ClientSide = ({ detail }: { detail: ClientDetail }) => {
  const format = useFormat();
  const mobile = useMobile();
  const { client, overview, addresses, tags } = detail;
  const classes = useClientClasses(client?.customerId ?? "");
  if (!client) return null;
  const address = addresses[0];
  const owes = toMinor(overview?.totalOutstandingBalance) > 0n;
  return (
    <Card component="aside" aria-label="About the client" sx={{ p: 2 }}>
      <Box data-says-whose sx={{ display: "flex", alignItems: "center", gap: 1.5, mb: 1.25 }}>
        <Avatar name={clientName(client)} id={client.customerId} size={44} src={client.avatarPath} colour={client.clientColor} />
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="subtitle1" noWrap>
            {clientName(client)}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {client.type === ClientType.LEAD ? "Lead" : "Client"} since {format.instant(client.createTime).split(" ")[0]}
          </Typography>
        </Box>
      </Box>
      {overview?.lastAlertNote && (
        <Alert severity="warning" icon={<Icon name="warning" />} sx={{ mb: 1 }}>
          {overview.lastAlertNote}
        </Alert>
      )}
      {client.phoneNumber && (
        <Line icon="phone">
          <Link href={`tel:${client.phoneNumber}`}>{client.phoneDisplay || format.phone(client.phoneNumber)}</Link>
        </Line>
      )}
      {client.email && (
        <Line icon="mail">
          <Link href={`mailto:${client.email}`}>{client.email}</Link>
        </Line>
      )}
      {address && <Line icon="pin">{addressText(address)}</Line>}
      {tags.length > 0 && (
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5, mt: 1 }}>
          {tags.map((tag) => (
            <StatusChip key={tag.id}>{tag.name}</StatusChip>
          ))}
        </Box>
      )}
      <Box component="dl" sx={{ display: "grid", gridTemplateColumns: { xs: "repeat(4, 1fr)", lg: "1fr 1fr" }, gap: 1.25, mt: 1.5, mb: 0 }}>
        <Figure label="Appointments" value={format.number(overview?.finishedCount ?? 0)} />
        <Figure label="Upcoming" value={format.number((overview?.upcomingCount ?? 0) + coming(classes).length)} />
        <Figure label="Paid" value={format.money(overview?.totalPaid)} />
        <Figure label="Owes" value={format.money(overview?.totalOutstandingBalance)} {...(owes && { tone: "warning.main" })} />
        {!mobile && <Figure label="Last appointment" value={format.day(overview?.lastVisitDate) || "–"} />}
        {!mobile && <Figure label="Next appointment" value={format.day(nextDayOf(overview?.nextVisitDate ?? "", classes)) || "–"} />}
      </Box>
      {(overview?.noShowCount ?? 0) > 0 && (
        <Typography variant="body2" sx={{ color: "error.main", mt: 1 }}>
          {plural(overview?.noShowCount ?? 0, "no-show")}
        </Typography>
      )}
      <State detail={detail} />
    </Card>
  );
};
