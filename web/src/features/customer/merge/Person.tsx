import type { DuplicateClient } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { plural } from "../../../ui/format/text.ts";
import { TextLink } from "../../../ui/links/Link.tsx";
import { clientName } from "../shared/client-name.ts";

/** Somebody who may be there twice, in two lines. */
export const Person = ({ person: { client, petNames, appointments }, action }: { person: DuplicateClient; action?: ReactNode }) => {
  if (!client) return null;
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 1.25, minWidth: 0 }}>
      <Avatar name={clientName(client)} id={client.customerId} size={36} src={client.avatarPath} colour={client.clientColor} />
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: "anywhere" }}>
        <TextLink to={pathTo("/client/:customerId/overview", { customerId: client.customerId })}>{clientName(client)}</TextLink>
        <Typography variant="body2" color="textSecondary">
          {[client.phoneDisplay, client.email, petNames.join(", "), plural(appointments, "appointment")].filter(Boolean).join(" · ")}
        </Typography>
      </Box>
      {action && (
        <Box sx={{ display: "flex", flexDirection: { xs: "column-reverse", md: "row" }, alignItems: "center", gap: 0.5 }}>{action}</Box>
      )}
    </Box>
  );
};
