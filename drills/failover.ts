import { setTimeout as pause } from 'node:timers/promises';
import { type Cluster, openCluster } from './database-cluster.ts';
import { type Drill, figure } from './drill.ts';
import { openSchool } from './school.ts';
import { drillWith } from './watch.ts';

const quietMs = 15_000;
/** Longer than Patroni waits before it promotes another server. */
const frozenMs = 60_000;

export const failover: Drill = {
  about:
    'Two nodes on three database servers with Patroni. In turn, the primary crashes, is switched over, and freezes for a minute until another one takes over.',
  defaultMinutes: 5,
  extraMinutes: 10,
  async run({ minutes, say }) {
    let cluster: Cluster | undefined;
    await using school = await openSchool({
      async startServer(directory) {
        cluster = await openCluster(directory);
        return cluster;
      },
    });
    if (!cluster) throw new Error('there is no cluster');
    const servers = cluster;
    await Promise.all([school.addNode(), school.addNode()]);
    const counts = { crashes: 0, switchovers: 0, freezes: 0 };
    const faults = [
      async () => {
        const primary = await servers.primary();
        say(`crashing ${primary.name}`);
        await servers.crash(primary);
        counts.crashes += 1;
        await pause(quietMs);
        servers.restart(primary);
      },
      async () => {
        const primary = await servers.primary();
        say(`switching over from ${primary.name}`);
        await servers.switchOver(primary);
        counts.switchovers += 1;
      },
      async () => {
        const primary = await servers.primary();
        say(`${primary.name} is frozen`);
        servers.freeze(primary);
        counts.freezes += 1;
        await pause(frozenMs);
        servers.thaw(primary);
        say(`${primary.name} continues`);
      },
    ];
    const findings = await drillWith(school, {
      async faults() {
        const until = Date.now() + minutes * 60_000;
        for (let turn = 0; turn < faults.length || Date.now() < until; turn += 1) {
          await pause(quietMs);
          await faults[turn % faults.length]?.();
          await servers.whole();
        }
        await pause(quietMs);
      },
    });
    return [
      figure('crashes', counts.crashes),
      figure('switchovers', counts.switchovers),
      figure('freezes', counts.freezes),
      ...findings,
    ];
  },
};
