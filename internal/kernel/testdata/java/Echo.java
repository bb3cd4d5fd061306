import java.io.*;
import java.net.*;
import java.util.*;
import java.util.concurrent.*;

/** A server with a pool of threads, and a client of it with three. */
public class Echo {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            ask(args[0]);
        } else {
            serve();
        }
        System.exit(0);
    }

    static void serve() throws Exception {
        ServerSocket server = new ServerSocket(7000);
        ExecutorService pool = Executors.newFixedThreadPool(4);
        CountDownLatch ended = new CountDownLatch(3);
        System.out.println("serving " + System.nanoTime() + " " + new Object().hashCode() + " " + UUID.randomUUID());
        for (int i = 0; i < 3; i++) {
            Socket s = server.accept();
            pool.submit(() -> {
                try {
                    BufferedReader in = new BufferedReader(new InputStreamReader(s.getInputStream()));
                    PrintWriter out = new PrintWriter(s.getOutputStream(), true);
                    for (String line; (line = in.readLine()) != null; ) {
                        out.println("echo " + line);
                    }
                    s.close();
                } catch (IOException e) {
                    System.out.println(e);
                }
                ended.countDown();
            });
        }
        ended.await();
    }

    static Socket connect(String address) throws Exception {
        while (true) {
            try {
                return new Socket(address, 7000);
            } catch (IOException e) {
                Thread.sleep(10);
            }
        }
    }

    static void ask(String address) throws Exception {
        List<String> answers = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int number = i;
            Thread t = new Thread(() -> {
                try (Socket s = connect(address)) {
                    BufferedReader in = new BufferedReader(new InputStreamReader(s.getInputStream()));
                    PrintWriter out = new PrintWriter(s.getOutputStream(), true);
                    for (int j = 0; j < 5; j++) {
                        out.println(number + "." + j);
                        answers.add(in.readLine());
                        Thread.sleep(new Random().nextInt(20));
                    }
                } catch (Exception e) {
                    answers.add(e.toString());
                }
            });
            t.start();
            threads.add(t);
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println("answers " + answers.size() + " " + answers);
    }
}
