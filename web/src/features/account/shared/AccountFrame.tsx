import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { AccountMenu } from "../../../app/shell/AccountMenu.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { Link } from "../../../ui/links/Link.tsx";
import { useTitle } from "../../../ui/page/title.ts";

type Props = { title: string; lead?: ReactNode; back?: string; width?: number; actions?: ReactNode; children: ReactNode };

/** Pages of the person rather than of a business: a plain line above, one column below. */
export const AccountFrame = ({ title, lead, back, width = 560, actions, children }: Props) => {
  useTitle(title);
  return (
    <Box sx={{ minHeight: "100dvh", bgcolor: "background.default" }}>
      <Box
        component="header"
        sx={{
          height: 56,
          display: "flex",
          alignItems: "center",
          gap: 1,
          px: 2,
          bgcolor: "background.paper",
          borderBottom: 1,
          borderColor: "line",
        }}
      >
        {back && (
          <IconButton component={Link} to={back} aria-label="Back">
            <Icon name="left" />
          </IconButton>
        )}
        <Typography component="span" sx={{ fontWeight: 650, fontSize: "1.15rem", mr: "auto" }}>
          Leashline
        </Typography>
        <AccountMenu keys={false} />
      </Box>
      <Box component="main" id="content" tabIndex={-1} sx={{ outline: "none", maxWidth: width, mx: "auto", px: 2, py: { xs: 2.5, md: 4 } }}>
        <Box sx={{ display: "flex", flexWrap: { xs: "wrap", md: "nowrap" }, alignItems: "flex-end", gap: 1, mb: 2.5 }}>
          <Box sx={{ flex: { xs: "1 0 100%", md: 1 } }}>
            <Typography variant="display" component="h1">
              {title}
            </Typography>
            {lead && <Typography color="textSecondary">{lead}</Typography>}
          </Box>
          {actions}
        </Box>
        {children}
      </Box>
    </Box>
  );
};
