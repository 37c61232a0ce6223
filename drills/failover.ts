import { setTimeout as pause } from 'node:timers/promises';
import { type Cluster, openCluster } from './database-cluster.ts';
import { type Drill, told } from './drill.ts';
import { openSchool } from './school.ts';
import { drillWith } from './watch.ts';

const quietMs = 15_000;
/** Longer than Patroni waits before it makes another server the primary. */
const frozenMs = 60_000;

export const failover: Drill = {
  about:
    'Two nodes on three database servers with Patroni: in turn the primary is crashed, switched over, and frozen for a minute until another has taken its place.',
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
        say(`crash of ${primary.name}`);
        await servers.crash(primary);
        counts.crashes += 1;
        await pause(quietMs);
        servers.restart(primary);
      },
      async () => {
        const primary = await servers.primary();
        say(`switchover from ${primary.name}`);
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
        say(`${primary.name} goes on`);
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
      told('crashes', counts.crashes),
      told('switchovers', counts.switchovers),
      told('freezes', counts.freezes),
      ...findings,
    ];
  },
};
